import { isJsonContentType } from './content-type.js';

describe('the content type of a message', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON ; Charset="utf-8"',
    'application/json; charset=utf8; profile=x',
    'application/json; profile="charset"',
  ])('may be %s', (type) => {
    expect(isJsonContentType(type)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json-rpc',
    'application/vnd.api+json',
    'multipart/form-data; boundary=application/json',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json, text/plain',
  ])('may not be %p', (type) => {
    expect(isJsonContentType(type)).toBe(false);
  });
});
