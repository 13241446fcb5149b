import autocannon from 'autocannon';
import { modernRequest } from './requests.mjs';

export const CONNECTIONS = 32;

/**
 * Sends a number of requests over keep-alive connections, one at a time on each.
 *
 * @param {string} url
 * @param {'call' | 'list'} operation
 * @param {number} amount
 * @returns {Promise<{ requests: number, perSecond: number, p50: number, p99: number }>} latencies in milliseconds
 * @throws Error when any answer is not 2xx
 */
export async function fire(url, operation, amount) {
  const { method, headers, body } = modernRequest(operation);
  const rest = stayAwake();
  const begun = performance.now();
  const asked = autocannon({
    url,
    method,
    headers,
    body,
    connections: CONNECTIONS,
    amount,
    // How often it looks whether it is done.
    sampleInt: 20,
  });
  const result = await Promise.resolve(asked).finally(rest);
  const took = (performance.now() - begun) / 1000;
  if (result.non2xx || result.errors || result.timeouts)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors.`);
  const requests = result['2xx'];
  return {
    requests,
    perSecond: requests / took,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/**
 * Keeps this process polling instead of waiting. A client that sleeps is woken by the next answer, at the expense of whoever writes it: some microseconds of the
 * server's time for every answer, but only where the client is done before the server, so they would count against the slower servers alone.
 *
 * @returns {() => void} ends it
 */
function stayAwake() {
  let awake = true;
  const poll = () => {
    if (awake) setImmediate(poll);
  };
  poll();
  return () => {
    awake = false;
  };
}
