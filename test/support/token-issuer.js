import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
const publishKeys = (response, keys) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
};
export async function newKey(kid, alg = 'ES256') {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
    return { kid, alg, privateKey, publicKey, jwk };
}
/** An authorization server on loopback: makes tokens, and publishes its keys over HTTP. */
export class TokenIssuer {
    keys;
    server;
    now;
    issuer = 'https://login.example.com';
    audience = 'https://api.example.com/mcp';
    /** How often the keys were asked for. */
    fetches = 0;
    behaviour = publishKeys;
    constructor(keys, server, 
    /** What time it is, milliseconds. */
    now) {
        this.keys = keys;
        this.server = server;
        this.now = now;
    }
    static async start(now, ...keys) {
        const server = createServer((_request, response) => {
            issuer.fetches++;
            issuer.behaviour(response, issuer.keys);
        });
        const issuer = new TokenIssuer(keys, server, now);
        await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
        return issuer;
    }
    get jwksUri() {
        return `http://127.0.0.1:${this.server.address().port}/jwks`;
    }
    /** Publishes its keys again, whatever it did before. */
    recover() {
        this.behaviour = publishKeys;
    }
    /** Makes a token. */
    sign({ claims, header, key = this.keys[0] } = {}) {
        if (!key)
            throw new Error('The issuer has no key to sign with.');
        return new SignJWT(this.claims(claims))
            .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
            .sign(key.privateKey);
    }
    /** A token whose header and signature are whatever they are: what no honest issuer makes. */
    forge(header, signature, claims = {}) {
        return `${encode(header)}.${encode(this.claims(claims))}.${signature}`;
    }
    /** A token signed with a public key as if it were a shared secret. */
    async confuse(key) {
        const unsigned = this.forge({ alg: 'HS256', kid: key.kid }, '').slice(0, -1);
        const secret = await exportSPKI(key.publicKey);
        return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
    }
    async stop() {
        this.server.closeAllConnections();
        await new Promise((resolve) => this.server.close(resolve));
    }
    claims(changes = {}) {
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
function encode(part) {
    return Buffer.from(JSON.stringify(part)).toString('base64url');
}
//# sourceMappingURL=token-issuer.js.map