// Not through the package: the clock alone is needed by specs that load nothing else of it.
export { FakeClock } from '../../libs/testing/src/fake-clock.js';
