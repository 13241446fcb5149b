import { acceptedForm } from './accept.js';

describe('the form of an answer', () => {
  it.each([
    [undefined, 'any'],
    ['', 'any'],
    ['*/*', 'any'],
    ['application/json, text/event-stream', 'any'],
    ['text/event-stream,application/json', 'any'],
    ['Application/JSON ; q=0.9 , TEXT/event-stream;q=0.1', 'any'],
    ['text/html, */*;q=0.1', 'any'],
    ['application/*, text/*', 'any'],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['application/json; charset=utf-8, text/html', 'json'],
    ['text/event-stream;q=0, */*', 'json'],
    ['text/event-stream', 'stream'],
    ['text/*', 'stream'],
    ['application/json;q=0.0, */*', 'stream'],
    ['text/html', 'none'],
    ['application/json;q=0, text/event-stream;q=0.000', 'none'],
    ['application/jsonp', 'none'],
    [',;,', 'none'],
  ])('for Accept %p is %s', (accept, form) => {
    expect(acceptedForm(accept)).toBe(form);
  });
});
