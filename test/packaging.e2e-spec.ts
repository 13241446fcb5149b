import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import * as source from '@toolgate/tool-runtime';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { createConsumerApp } from './support/consumer-app.js';
import type { ConsumerApp } from './support/consumer-app.js';
import { packLibrary } from './support/packed-library.js';
import type { PackedLibrary } from './support/packed-library.js';

// Builds the library and two applications from scratch.
jest.setTimeout(120_000);

let work: string;
let packed: PackedLibrary;

beforeAll(async () => {
  work = await mkdtemp(path.join(tmpdir(), 'toolgate-packaging-'));
  packed = await packLibrary('tool-runtime', work);
});

afterAll(() => rm(work, { recursive: true, force: true }));

describe('the package @toolgate/tool-runtime', () => {
  it('contains the build, its types, the page and the licence, and nothing else', () => {
    const unexpected = packed.files.filter(
      (file) =>
        !/^(?:package\.json|README\.md|LICENSE|dist\/[\w./-]+\.(?:js|d\.ts))$/.test(file) ||
        /\.(?:spec|contract|fixture)\./.test(file),
    );
    expect(unexpected).toEqual([]);
    expect(packed.files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/index.js',
        'dist/index.d.ts',
        'package.json',
      ]),
    );
  });

  it('has nothing that a package checker warns about', async () => {
    const bytes = await readFile(packed.tarball);
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball } });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});

describe('an application without the optional packages', () => {
  let app: ConsumerApp;
  let problems: string[];

  beforeAll(async () => {
    app = await createConsumerApp(path.join(work, 'bare'), packed);
    await app.add('test/packaging/notes.ts', 'notes.ts');
    await app.add('test/packaging/notes.ts', 'common.cts');
    problems = await app.build();
  });

  it('compiles against the types of the package under the strictest settings', () => {
    expect(problems).toEqual([]);
  });

  it.each([
    ['an ES module', 'notes.js'],
    ['a CommonJS module', 'common.cjs'],
  ])('runs as %s', async (_kind, file) => {
    const { code, stdout, stderr } = await app.run(file);
    expect({ code, stderr: withoutWarnings(stderr) }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      tools: ['read_note'],
      read: { page: 9, reader: 'ann' },
      seen: ['read_note'],
      exports: Object.keys(source).sort(),
      obstacles: { inside: 'ERR_PACKAGE_PATH_NOT_EXPORTED', validator: 'ERR_MODULE_NOT_FOUND' },
    });
  });
});

describe('an application with class-validator', () => {
  it('takes DTOs as inputs', async () => {
    const app = await createConsumerApp(path.join(work, 'dto'), packed, [
      'class-validator',
      'class-transformer',
    ]);
    await app.add('test/packaging/mail.ts', 'mail.ts');
    await app.build('--noCheck');
    const { stdout, stderr } = await app.run('mail.js');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      tools: ['send_mail'],
      sent: { to: 'bo@example.com', instance: true },
      refused: 'VALIDATION_ERROR',
    });
  });
});

/** Node.js 20 calls require() of an ES module experimental, in two lines. */
function withoutWarnings(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/ExperimentalWarning|--trace-warnings/.test(line))
    .join('\n');
}
