// Receives webhooks and verifies them. Node.js 18 or later, no packages.
//
//     WEBHOOK_SECRET=whsec_... node receiver.mjs 127.0.0.1:9000
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

// While a secret is rotated, both: separated by commas.
const SECRETS = process.env.WEBHOOK_SECRET.split(",").filter(Boolean);
const TOLERANCE = 300; // seconds
const handled = new Set(); // in production: a unique column of your database

function isGenuine(rawBody, header, now) {
  const parts = header.split(",").map((part) => part.split("="));
  const signedAt = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d+$/.test(signedAt) || Math.abs(now - Number(signedAt)) > TOLERANCE) return false;
  const given = parts.filter(([name]) => name === "v1").map(([, value]) => Buffer.from(value ?? ""));
  return SECRETS.some((secret) => {
    const code = createHmac("sha256", secret).update(`${signedAt}.`).update(rawBody);
    const expected = Buffer.from(code.digest("hex"));
    return given.some((v1) => v1.length === expected.length && timingSafeEqual(v1, expected));
  });
}

const server = createServer(async (request, response) => {
  // The bytes as they came: JSON that was parsed and written again has another signature.
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const rawBody = Buffer.concat(chunks);
  const header = request.headers["x-service-signature"] ?? "";
  if (!isGenuine(rawBody, header, Date.now() / 1000)) {
    return response.writeHead(400).end();
  }
  const event = JSON.parse(rawBody);
  // Deliveries come at least once: answer 200 again, do nothing again.
  if (!handled.has(event.event_id)) {
    handled.add(event.event_id);
    console.log("verified", event.event, JSON.stringify(event.data));
  }
  response.writeHead(200).end();
});

const [host, port] = process.argv[2].split(":");
server.listen(Number(port), host, () => console.log(`listening on http://${process.argv[2]}`));
