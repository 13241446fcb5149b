import { divertedStdio } from './diverted-stdio.js';

describe('the streams of a child process', () => {
  it.each([
    ['inherit', ['ignore', 2, 2]],
    ['pipe', 'pipe'],
    ['ignore', 'ignore'],
    [undefined, undefined],
    [null, null],
    [
      ['inherit', 'inherit', 'inherit'],
      ['ignore', 2, 2],
    ],
    [
      [0, 1, 2],
      ['ignore', 2, 2],
    ],
    [
      ['pipe', 'pipe', 1],
      ['pipe', 'pipe', 2],
    ],
    [
      ['inherit', 'inherit', 'inherit', 'ipc'],
      ['ignore', 2, 2, 'ipc'],
    ],
    [
      [null, undefined, 'overlapped', 'inherit', 7],
      [null, undefined, 'overlapped', 3, 7],
    ],
  ])('%j become %j', (given, diverted) => {
    expect(divertedStdio(given)).toEqual(diverted);
  });

  it('are diverted when they are named by the stream', () => {
    expect(divertedStdio([process.stdin, process.stdout, process.stderr])).toEqual([
      'ignore',
      2,
      process.stderr,
    ]);
  });
});
