import { shown } from '../mcp.messages.js';

export const validatorMissing = () =>
  'The option auth is set, but nothing can check a token. Give McpModule.forRoot() a validator, providers: [{ provide: TokenValidator, useFactory: () => JwtTokenValidator.create({ … }) }], or guards of your own.';

export const unusablePrincipal = () =>
  'TokenValidator.validate() returned a value that is neither null nor a principal with an id that is a text and not empty. Return null to refuse a token.';

export const tokensCannotBeChecked = (reason: string) =>
  `A token could not be checked, so the request was turned away with 503. Until this changes, further cases are reported every 10 s.\n${reason}`;

export const metadataPathTaken = (path: string, first: string, second: string) =>
  `The public URLs ${shown(first)} and ${shown(second)} have the same path, so clients would look for the metadata of both at ${path}. Give one of the servers a publicUrl with another path.`;

// JwtTokenValidator

export const joseMissing = () =>
  'JwtTokenValidator checks signatures with the package jose, which is not installed. Run: npm install jose@6';

export const jwtProblems = 'JwtTokenValidator.create() cannot make a validator:';

export const oneKeySource = (given: readonly string[]) =>
  `exactly one of jwksUri, jwks and key must be given, got ${given.length === 0 ? 'none' : given.join(' and ')}.`;

export const symmetricAlgorithm = (path: string, algorithm: unknown, allowed: readonly string[]) =>
  `${path} must be an asymmetric signature algorithm (${allowed.join(', ')}), got ${shown(algorithm)}. With a shared secret, or none, whoever can check a token can also make one.`;

export const insecureKeySet = (path: string, uri: string) =>
  `${path} must be an https URL, or http on loopback, got ${shown(uri)}: whoever can answer in its place can make tokens. If the network between is trusted, set allowInsecureJwksUri to true.`;

export const unusableKey = (path: string, reason: string) =>
  `${path} is not a usable public key: ${reason}`;

export const symmetricKey = (path: string) =>
  `${path} is a shared secret. Give the public key of the issuer.`;

export const privateKey = (path: string) =>
  `${path} is a private key. Give only its public part: a server that checks tokens must not be able to make them.`;

export const keysNotFetched = (uri: string, reason: string) =>
  `The keys at ${shown(uri)} could not be fetched: ${shown(reason)}. Tokens are checked with the keys at hand as long as these are good.`;
