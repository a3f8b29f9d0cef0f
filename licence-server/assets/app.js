// Copy buttons, local times as tooltips, one sending a form, and the focus on the summary of errors.
// Every page works without this script.
"use strict";

for (const text of document.querySelectorAll("pre")) {
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

for (const time of document.querySelectorAll("time")) {
  time.title = new Date(time.dateTime).toLocaleString();
}

// A double click would create two keys. The file of an export leaves the page, so buttons wake up.
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button || event.target.method !== "post") return;
  setTimeout(() => { button.disabled = true; });
  setTimeout(() => { button.disabled = false; }, 3000);
});

document.getElementById("errors")?.focus();
