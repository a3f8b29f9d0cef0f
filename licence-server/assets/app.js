// Copy buttons beside what people copy, and the focus on the summary of errors. Every page works
// without this script.
"use strict";

for (const text of document.querySelectorAll("pre, [data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  text.after(button);
}

document.getElementById("errors")?.focus();
