// Starts the server with the sample registers on free ports, as a newcomer would.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const binary = process.env.LICENCE_SERVER ?? '../../target/debug/licence-server';

// Resolves with {api, dashboard, connector, signInLink, database, stop} once all addresses are printed.
export async function startProgram({ options = [], env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'licence-browser-'));
  const database = `sqlite://${join(folder, 'licence.db')}`;
  const server = spawn(
    binary,
    ['--sample', '--listen', '127.0.0.1:0', '--dashboard-listen', '127.0.0.1:0', '--database-url', database, ...options],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  const stop = () =>
    new Promise((resolve) => {
      server.once('exit', () => {
        rmSync(folder, { recursive: true, force: true });
        resolve();
      });
      server.kill('SIGTERM');
    });
  const printed = [];
  return new Promise((resolve, reject) => {
    const found = { database, stop };
    const read = (line) => {
      printed.push(line);
      found.api ??= line.match(/^listening on (http:\S+)$/)?.[1];
      found.dashboard ??= line.match(/dashboard\S*\s+(?:on |at )?(http:\S+)/i)?.[1]?.replace(/\/$/, '');
      found.signInLink ??= line.match(/(http:\S+\/link\/\S+)/)?.[1];
      found.connector ??= line.match(/^connector (http:\S+)\/mcp$/)?.[1];
      if (found.api && found.signInLink && found.connector) resolve(found);
    };
    createInterface(server.stdout).on('line', read);
    createInterface(server.stderr).on('line', read);
    server.once('exit', () => reject(new Error(`the server ended:\n${printed.join('\n')}`)));
    server.once('error', reject);
  });
}
