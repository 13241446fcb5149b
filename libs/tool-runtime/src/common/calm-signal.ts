type Listener = Parameters<AbortSignal['addEventListener']>[1];

/**
 * Makes the listeners of a signal harmless: what one throws goes to `report`. By itself Node.js takes it for an uncaught exception and ends the
 * process, so that a caller who cancels could end it with the help of one careless line in a tool.
 *
 * The signal stays the platform's own, for `fetch` and whatever else wants a real one.
 */
export function calmSignal(signal: AbortSignal, report: (error: unknown) => void): AbortSignal {
  const calmed = new WeakMap<object, (event: Event) => void>();
  const add = signal.addEventListener.bind(signal) as (
    type: string,
    listener: Listener | null,
    options?: boolean | AddEventListenerOptions,
  ) => void;
  const remove = signal.removeEventListener.bind(signal) as typeof add;
  let onabort: AbortSignal['onabort'] = null;
  let registered: ((event: Event) => void) | undefined;

  const calm = (listener: Listener): ((event: Event) => void) => {
    const known = calmed.get(listener);
    if (known) return known;
    const harmless = (event: Event) => {
      try {
        const done: unknown =
          typeof listener === 'function'
            ? listener.call(signal, event)
            : listener.handleEvent(event);
        // An async listener fails later, which ends the process just the same.
        if (done instanceof Promise) done.catch(report);
      } catch (error) {
        report(error);
      }
    };
    calmed.set(listener, harmless);
    return harmless;
  };

  return Object.defineProperties(signal, {
    addEventListener: {
      value: (type: string, listener: Listener | null, options?: AddEventListenerOptions) =>
        add(type, listener && calm(listener), options),
    },
    removeEventListener: {
      value: (type: string, listener: Listener | null, options?: AddEventListenerOptions) =>
        remove(type, listener && (calmed.get(listener) ?? listener), options),
    },
    onabort: {
      get: () => onabort,
      set: (listener: AbortSignal['onabort']) => {
        if (registered) remove('abort', registered);
        onabort = typeof listener === 'function' ? listener : null;
        registered = onabort ? calm(onabort as Listener) : undefined;
        if (registered) add('abort', registered);
      },
    },
  });
}
