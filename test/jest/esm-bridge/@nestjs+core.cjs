module.exports = require('../esm-bridge.cjs').get('@nestjs/core');
