/* new.tsx - an administrator makes a person, with a display name in any script. */
import { useState } from "preact/hooks";
import { post } from "../net/api";
import { ROLES, saidOf } from "./person";

export function NewPerson({ onDone }: { onDone: () => void }) {
    const [said, setSaid] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = new FormData(e.target as HTMLFormElement);
        const name = String(given.get("name"));
        setSaid(
            saidOf(
                await post<{ waiting?: boolean }>("create-person", {
                    person: given.get("person"),
                    login: given.get("login"),
                    password: given.get("password"),
                    roles: given.getAll("roles"),
                    reason: "made in the list of people",
                    ...(name ? { name } : {}),
                }),
            ),
        );
        onDone();
    };
    return (
        <details class="panel">
            <summary>{/* say:make-person */}Make a person</summary>
            <form class="form" onSubmit={submit}>
                <label>
                    Id in the journal, small letters and digits
                    <input name="person" required autocomplete="off" />
                </label>
                <label>
                    Name that others see, in any script
                    <input name="name" autocomplete="off" maxLength={63} dir="auto" />
                </label>
                <label>
                    Sign-in name, only the person and administrators see it
                    <input name="login" required autocomplete="off" />
                </label>
                <label>
                    Password
                    <input name="password" type="password" required autocomplete="new-password" />
                </label>
                <fieldset>
                    <legend>Roles</legend>
                    {ROLES.map((role) => (
                        <label key={role} class="row">
                            <input type="checkbox" name="roles" value={role} /> {role}
                        </label>
                    ))}
                </fieldset>
                <button type="submit" class="action action-main">
                    <span>Make</span>
                </button>
            </form>
            {said && <p role="status">{said}</p>}
        </details>
    );
}
