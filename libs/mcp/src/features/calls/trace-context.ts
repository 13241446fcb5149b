import type { McpRequest } from '../../json-rpc/mcp-request.js';

/** W3C trace context of a call, as its sender wrote it; member `trace` of the `extra` of the call's context. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** W3C Trace Context, section 3.2. Later versions may append to it. */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;
/** What the recommendations ask systems to carry at least; longer ones are cut off from the trace. */
const LONGEST_TRACEPARENT = 256;
const LONGEST_TRACESTATE = 512;
const LONGEST_BAGGAGE = 8192;

/**
 * The trace a call belongs to: from `_meta`, else from the HTTP headers. For the host's tracing only; nothing in it is trusted.
 * @returns undefined without a well-formed `traceparent`
 */
export function traceContextOf({ meta, exchange }: McpRequest): TraceContext | undefined {
  const inMeta = meta['traceparent'] !== undefined;
  const read = (name: string, longest: number): string | undefined => {
    const value = inMeta ? meta[name] : exchange.headers?.get(name);
    return typeof value === 'string' && value.length <= longest ? value : undefined;
  };
  if (!inMeta && exchange.headers?.get('traceparent') === undefined) return undefined;
  const traceparent = read('traceparent', LONGEST_TRACEPARENT);
  if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return undefined;
  const tracestate = read('tracestate', LONGEST_TRACESTATE);
  const baggage = read('baggage', LONGEST_BAGGAGE);
  return {
    traceparent,
    ...(tracestate === undefined ? undefined : { tracestate }),
    ...(baggage === undefined ? undefined : { baggage }),
  };
}
