/**
 * `node --import tsx test/together.mts <folder>`: runs the test files of a folder in one process. `node --test` would
 * start a process for each file and load in each what they share.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]!);
const files = readdirSync(folder).filter((name) => name.endsWith('.test.mts'));
if (files.length === 0) throw new Error(`${folder} contains no tests`);
for (const name of files.sort()) await import(pathToFileURL(join(folder, name)).href);
