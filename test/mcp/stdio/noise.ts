/* eslint-disable no-console -- printing is what this is for */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { writevSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';

const SHOUT = "console.log('noise of a child')";

/** Prints in every way a dependency may. */
export async function makeNoise(from: string): Promise<void> {
  const text = `noise ${from}\n`;
  console.log(text);
  console.debug('%o', { noise: from });
  console.table([{ noise: from }]);
  new Logger('Noise').warn(text);
  process.stdout.write(text);
  process.stdout.write(Buffer.from(text), () => undefined);
  process.emitWarning(text);
  fs.writeSync(1, text);
  writevSync(1, [Buffer.from(text)]);
  fs.createWriteStream('', { fd: 1, autoClose: false }).write(text);
  spawnSync(process.execPath, ['-e', SHOUT], { stdio: 'inherit' });
  const child = spawn(process.execPath, ['-e', SHOUT], { stdio: [0, 'inherit', 'inherit'] });
  const worker = new Worker(SHOUT, { eval: true });
  await Promise.all([ended(child), ended(worker)]);
}

function ended(emitter: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve) => emitter.once('exit', () => resolve()));
}

console.log('noise of an import');
process.stdout.write('noise of an import\n');
