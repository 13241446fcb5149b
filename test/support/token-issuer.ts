import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';

/** A key pair of an issuer, and the name it goes by. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

/** What a token says, beside good defaults; `undefined` leaves a claim out. */
export interface TokenParts {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: IssuerKey;
}

/** How the issuer answers when asked for its keys. */
type Behaviour = (response: ServerResponse, keys: readonly IssuerKey[]) => void;

const publishKeys: Behaviour = (response, keys) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
};

export async function newKey(kid: string, alg = 'ES256'): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, alg, privateKey, publicKey, jwk };
}

/** An authorization server on loopback: makes tokens, and publishes its keys over HTTP. */
export class TokenIssuer {
  readonly issuer = 'https://login.example.com';
  readonly audience = 'https://api.example.com/mcp';
  /** How often the keys were asked for. */
  fetches = 0;
  behaviour: Behaviour = publishKeys;

  private constructor(
    public keys: IssuerKey[],
    private readonly server: Server,
    /** What time it is, milliseconds. */
    private readonly now: () => number,
  ) {}

  static async start(now: () => number, ...keys: IssuerKey[]): Promise<TokenIssuer> {
    const server = createServer((_request, response) => {
      issuer.fetches++;
      issuer.behaviour(response, issuer.keys);
    });
    const issuer = new TokenIssuer(keys, server, now);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return issuer;
  }

  get jwksUri(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/jwks`;
  }

  /** Publishes its keys again, whatever it did before. */
  recover(): void {
    this.behaviour = publishKeys;
  }

  /** Makes a token. */
  sign({ claims, header, key = this.keys[0] }: TokenParts = {}): Promise<string> {
    if (!key) throw new Error('The issuer has no key to sign with.');
    return new SignJWT(this.claims(claims))
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  /** A token whose header and signature are whatever they are: what no honest issuer makes. */
  forge(header: Readonly<Record<string, unknown>>, signature: string, claims = {}): string {
    return `${encode(header)}.${encode(this.claims(claims))}.${signature}`;
  }

  /** A token signed with a public key as if it were a shared secret. */
  async confuse(key: IssuerKey): Promise<string> {
    const unsigned = this.forge({ alg: 'HS256', kid: key.kid }, '').slice(0, -1);
    const secret = await exportSPKI(key.publicKey);
    return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private claims(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const now = Math.floor(this.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: this.audience,
      sub: 'ann',
      iat: now,
      exp: now + 300,
      scope: 'orders:read orders:write',
      ...changes,
    };
    return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  }
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
