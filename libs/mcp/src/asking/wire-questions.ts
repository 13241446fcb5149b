import type { Asked } from '@toolgate/tool-runtime';

/** A question in the words of the protocol. */
export interface WireQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: Readonly<Record<string, unknown>>;
}

/** @param elicitationId names a page that a legacy client is sent to (2025-11-25, client/elicitation) */
export function wireQuestion(asked: Asked, elicitationId?: string): WireQuestion {
  switch (asked.kind) {
    case 'elicitation':
      return {
        method: 'elicitation/create',
        params:
          asked.mode === 'form'
            ? { mode: 'form', message: asked.message, requestedSchema: asked.schema }
            : {
                mode: 'url',
                message: asked.message,
                url: asked.url,
                ...(elicitationId !== undefined && { elicitationId }),
              },
      };
    case 'sampling':
      return { method: 'sampling/createMessage', params: { ...asked.request } };
    case 'roots':
      return { method: 'roots/list', params: {} };
  }
}
