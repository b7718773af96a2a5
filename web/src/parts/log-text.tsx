/* log-text.tsx - a line of the log. A line about a hand on the felt has columns: place, cards, total. */
export const LogText = ({ text }: { text: string }) => (
    <>
        {text.includes("\t")
            ? text.split("\t").map((part, i) => (
                  <span key={i} class="felt-part">
                      {part}{" "}
                  </span>
              ))
            : text}
    </>
);
