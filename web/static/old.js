/* Runs only in browsers that do not support modules. */
document.getElementById("app").textContent = "This browser is too old for the table. Use a current Firefox, Chrome or Safari.";
