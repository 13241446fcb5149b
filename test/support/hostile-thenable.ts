/** Looks like a promise and throws as soon as somebody waits for it. */
export function hostileThenable(error: Error): PromiseLike<never> {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- being one is the point
    then: () => {
      throw error;
    },
  };
}
