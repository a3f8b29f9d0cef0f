// Clients of the connector as the well-known ones behave: how they name themselves, where the answer
// goes, and how they prove who they are when they exchange the code.
import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';

const fixture = (name) => new URL(`../connector/fixtures/${name}.pem`, import.meta.url);
// The server trusts this certificate, and may call this machine.
export const trust = {
  options: ['--webhook-allow', '127.0.0.0/8'],
  env: { SSL_CERT_FILE: fixture('cert').pathname },
};

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64url = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const listen = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

// Waits for the answer at a path, and sends the browser on to `next`, if there is one.
function callback(next) {
  const waiting = [];
  const arrived = (request, response) => {
    const url = new URL(request.url, 'http://127.0.0.1');
    if (next) response.writeHead(302, { location: next }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Signed in</title>');
    waiting.shift()?.(Object.fromEntries(url.searchParams));
  };
  return { arrived, answer: () => new Promise((resolve) => waiting.push(resolve)) };
}

// The site of a client: its document, its keys, its callback, and the page after it.
export async function startSite() {
  const documents = {};
  const site = callback('/done');
  const credentials = { cert: readFileSync(fixture('cert')), key: readFileSync(fixture('key')) };
  const server = https.createServer(credentials, (request, response) => {
    const path = request.url.split('?')[0];
    if (path === '/callback') return site.arrived(request, response);
    if (path === '/done') return response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Signed in</title>');
    const found = documents[path];
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}));
  });
  const origin = `https://127.0.0.1:${await listen(server)}`;
  documents['/keys.json'] = { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] };
  const publish = (path, metadata) => (documents[path] = { client_id: `${origin}${path}`, ...metadata }).client_id;
  return { origin, publish, answer: site.answer, stop: () => server.close() };
}

// A program on this computer that waits for the answer.
export async function startListener() {
  const program = callback();
  const server = http.createServer((request, response) => {
    if (request.url.includes('?')) return program.arrived(request, response);
    response.writeHead(404).end();
  });
  return { port: await listen(server), answer: program.answer, stop: () => server.close() };
}

async function register(connector, metadata) {
  const body = JSON.stringify(metadata);
  const answer = await fetch(`${connector}/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()).client_id;
}

// The five clients, each {name, id, redirect, proof, answer, lands}: `proof` gives more fields of the
// token request, and `lands` says where the browser ends, null if it asks for another program.
export async function clients(connector, site, listener) {
  const loopback = `http://127.0.0.1:${listener.port}`;
  const onSite = { redirect: `${site.origin}/callback`, answer: site.answer, lands: `${site.origin}/done` };
  const here = (path, host = loopback) => ({ redirect: `${host}${path}`, answer: listener.answer, lands: `${host}${path}` });
  const documented = { redirect_uris: [onSite.redirect], token_endpoint_auth_method: 'none' };
  const chatgpt = site.publish('/oauth/x/client.json', {
    client_name: 'ChatGPT',
    redirect_uris: [onSite.redirect],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
    token_endpoint_auth_signing_alg: 'RS256',
    jwks_uri: `${site.origin}/keys.json`,
  });
  const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback';
  const registeredByCursor = {
    client_name: 'Cursor',
    redirect_uris: [cursor, 'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
  };
  const byLoopback = { client_name: 'Own tool', redirect_uris: ['http://localhost/callback'] };
  return [
    { name: 'Claude', id: site.publish('/oauth/claude.json', { client_name: 'Claude', ...documented }), ...onSite },
    { name: 'ChatGPT', id: chatgpt, ...onSite, proof: () => assertion(chatgpt, connector) },
    {
      name: 'VS Code',
      id: site.publish('/oauth/code.json', { client_name: 'VS Code', redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'] }),
      ...here('/'),
    },
    { name: 'Cursor', id: await register(connector, registeredByCursor), redirect: cursor, lands: null },
    { name: 'Own tool', id: await register(connector, byLoopback), ...here('/callback', loopback.replace('127.0.0.1', 'localhost')) },
  ];
}

// RFC 7523: the client signs who it is.
function assertion(id, issuer) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: id, sub: id, aud: issuer, iat: now, exp: now + 60, jti: randomUUID() };
  const signed = `${base64url({ alg: 'RS256', kid: 'one' })}.${base64url(claims)}`;
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${sign('RSA-SHA256', Buffer.from(signed), keys.privateKey).toString('base64url')}`,
  };
}

// An authorization request of a client, and the exchange of its code.
export function request(connector, client) {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomUUID();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirect,
    state,
    scope: 'licences:read watchlist:read offline_access',
    resource: `${connector}/mcp`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const exchange = async (code) => {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: client.redirect, code_verifier: verifier };
    const body = new URLSearchParams({ ...fields, client_id: client.id, ...client.proof?.() });
    return (await fetch(`${connector}/token`, { method: 'POST', body })).json();
  };
  return { address: `${connector}/authorize?${query}`, state, exchange };
}

// Calls a tool with a token, and returns the status of the answer.
export async function call(connector, token) {
  const name = 'check_domain';
  const params = {
    name,
    arguments: { domain: 'lanternspin.example' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return (await fetch(`${connector}/mcp`, { method: 'POST', headers, body })).status;
}
