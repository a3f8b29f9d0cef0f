// Copy buttons, local times as tooltips, one sending a form, passkeys, and the focus on the summary of
// errors. Every page works without this script, but for passkeys; a link signs in as well.
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

// A form of a passkey: asks for a challenge, lets the browser answer, and sends the answer. Refused a
// challenge, it sends no answer, so that the server's page says why.
async function answerWithPasskey(form) {
  const reply = await fetch(form.dataset.challenge, { method: "POST" });
  if (reply.ok && !reply.redirected) {
    const { token, options } = await reply.json();
    const isNew = form.dataset.passkey === "create";
    const credential = isNew
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey) });
    form.elements.token.value = token;
    form.elements.answer.value = JSON.stringify(credential);
  }
  form.submit();
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const notice = (kind) => form.parentElement.querySelector(`[data-without=${kind}]`);
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  notice("passkey").hidden = true;
  if (location.hostname !== form.dataset.host) {
    notice("host").hidden = false;
    continue;
  }
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const status = form.querySelector("[role=status]");
    status.textContent = "";
    try {
      await answerWithPasskey(form);
    } catch (error) {
      // The browser's word for a device that has a passkey of this member already.
      status.textContent = error.name === "InvalidStateError"
        ? "This device already has a passkey of yours. Add one on another device."
        : "No passkey was used. Try again, or sign in with a link.";
    }
  });
}

document.getElementById("errors")?.focus();
