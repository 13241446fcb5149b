/**
 * Shares of the busy time of a CPU profile, dearest first.
 *
 * @param {{ nodes: readonly { id: number, callFrame: { functionName: string, url: string, lineNumber: number } }[], samples: readonly number[], timeDeltas: readonly number[] }} profile
 * @returns {{ byFunction: [string, number][], byPackage: [string, number][] }}
 */
export function selfTimes({ nodes, samples, timeDeltas }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map();
  const packages = new Map();
  let total = 0;
  samples.forEach((id, index) => {
    const { functionName, url, lineNumber } = frames.get(id);
    if (functionName === '(idle)') return;
    const spent = timeDeltas[index];
    total += spent;
    const owner = url === '' ? functionName : packageOf(url);
    add(packages, owner.startsWith('(') ? owner : url === '' ? '(native)' : owner, spent);
    add(
      functions,
      url === ''
        ? functionName
        : `${functionName || '(anonymous)'} ${placeOf(url)}:${lineNumber + 1}`,
      spent,
    );
  });
  const shares = (times) =>
    [...times].map(([what, time]) => [what, time / total]).sort((a, b) => b[1] - a[1]);
  return { byFunction: shares(functions), byPackage: shares(packages) };
}

function add(times, what, time) {
  times.set(what, (times.get(what) ?? 0) + time);
}

function packageOf(url) {
  if (url.startsWith('node:')) return url;
  const module = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1);
  const library = /libs\/([^/]+)\/dist\/([^/]+)/.exec(url);
  if (library) return `@toolgate/${library[1]} ${library[2]}`;
  return module ? module[1] : url.split('/').at(-1);
}

function placeOf(url) {
  return url.startsWith('node:') ? url : url.split('/').slice(-2).join('/');
}
