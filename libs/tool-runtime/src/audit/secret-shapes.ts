import { REDACTED } from './redaction-markers.js';

/**
 * Key prefixes by which services mark their credentials. Every alternative either matches or fails within a bounded number of
 * characters, so a text made to look like many of them costs no more than its length.
 */
const ISSUED_CREDENTIALS = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    'sk-[\\w-]{16,}',
    '[spr]k_(?:live|test)_\\w{10,}',
    'whsec_[\\w+/=]{16,}',
    'gh[oprsu]_[A-Za-z0-9]{16,}',
    'github_pat_\\w{16,}',
    'gl[a-z]{2,5}-[\\w-]{16,}',
    'xox[a-z]-[\\w-]{10,}',
    'xapp-[\\w-]{10,}',
    'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}',
    'AIza[\\w-]{30,}',
    'ya29\\.[\\w-]{16,}',
    'GOCSPX-[\\w-]{16,}',
    'npm_[A-Za-z0-9]{30,}',
    'pypi-[\\w-]{16,}',
    'hf_[A-Za-z0-9]{20,}',
    'gsk_[A-Za-z0-9]{20,}',
    'xai-[\\w-]{16,}',
    'SG\\.[\\w-]{16,}(?:\\.[\\w-]*)?',
    'do[opr]_v1_[a-f0-9]{32,}',
    'shp[a-z]{2}_[A-Fa-f0-9]{20,}',
    'ATATT3[\\w=-]{20,}',
    'dapi[a-f0-9]{32}',
    'lin_api_\\w{16,}',
    '(?:ntn|secret)_[A-Za-z0-9]{20,}',
    'hv[bsr]\\.[\\w-]{16,}',
    'AGE-SECRET-KEY-1[A-Z0-9]{16,}',
    '\\d{6,12}:[\\w-]{32,}',
    'hooks\\.slack\\.com/services/[\\w/]{8,}',
  ].join('|')})`,
  'g',
);

/** Base64 of a JSON object: JWTs and other sealed states. The dots are optional so that a cut one is found as well. */
const SEALED_JSON = /eyJ[\w+/=-]{16,}(?:\.[\w+/=-]*){0,4}/g;

/** PEM and OpenPGP private keys, to the end of the text where the footer is missing. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;

/** `Bearer` is followed by a credential unless what follows is a word of prose. */
const BEARER =
  /(bearer)(\s{1,8}|%20|\+)(?!(?:tokens?|auth|authentication|authorization|credentials?|scheme|methods?|realm|format|is|was|and|or|of|in)(?!\.?[\w~+/=:-]))[\w.~+/=:-]{3,}/gi;

/** `Basic` is an ordinary word, so what follows must look like Base64: long enough, and not a plain word. */
const BASIC = /\b([Bb]asic|BASIC)(\s{1,8})(?![A-Z]?[a-z]+(?![\w+/=-]))[\w+/=-]{8,}/g;

/** User and password of a URL; the password may contain unencoded slashes if it is short. */
const USERINFO =
  /:\/\/(?:[^\s"'<>`/?#]*|[^\s"'<>`/?#:@]{0,128}:(?!\d{1,5}[/?#])[^\s"'<>`@]{1,128})@/g;

/** Replaces what is recognisable as a credential by its own form, wherever it stands. Linear in the length of the text. */
export function redactShapes(text: string): string {
  let result = text;
  if (result.includes('-----BEGIN')) result = result.replace(PRIVATE_KEY, REDACTED);
  if (result.includes('://')) result = result.replace(USERINFO, `://${REDACTED}@`);
  return result
    .replace(SEALED_JSON, REDACTED)
    .replace(ISSUED_CREDENTIALS, REDACTED)
    .replace(BEARER, `$1$2${REDACTED}`)
    .replace(BASIC, `$1$2${REDACTED}`);
}
