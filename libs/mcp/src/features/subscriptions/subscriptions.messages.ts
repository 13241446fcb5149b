export const streamNeeded = () =>
  'A subscription needs a way to send notifications, and this request has none';

export const shuttingDown = () => 'The server is shutting down';

export const tooManyStreams = () =>
  'Too many open subscriptions. End one before opening another; one subscription can cover everything.';

export const uriNeeded = (longest: number) =>
  `"uri" is required and may have ${longest} characters at most`;

export const tooManySubscriptions = (most: number) =>
  `A session may subscribe to ${most} resources at most. Unsubscribe from others first.`;
