/* Only browsers that know no modules run this. */
document.getElementById("app").textContent = "This browser is too old for the table. Use a current Firefox, Chrome or Safari.";
