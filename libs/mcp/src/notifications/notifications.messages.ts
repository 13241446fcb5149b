/** @param reason without secrets */
export const newsLost = (what: string, reason: string) =>
  `Clients on other streams were not told of ${what}: ${reason} They learn of it with the next change.`;

export const notAUri = (value: unknown) =>
  `McpNotifications.resourceUpdated: ${JSON.stringify(value)} is no absolute URI. Name the resource as clients read it, for example "orders://A-7".`;

/** @param reason without secrets */
export const busDeaf = (reason: string) =>
  `No news can be heard from the event bus: ${reason} Clients that subscribe are not told of changes until the application starts again.`;

/** @param reason without secrets */
export const deliveryFailed = (reason: string) =>
  `A client could not be told of a change: ${reason}`;
