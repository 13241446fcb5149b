// Everything on: a guard that identifies the caller, scopes, schema, limiter, emitter without listeners, audit to a sink that counts.
import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { McpModule, StaticTokenValidator, TokenValidator } from '@toolgate/mcp';
import { AuditSinks, Tool, ToolParam, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { decorateMethod } from '../../fixtures/decorate.mjs';
import { createApplication } from './create-application.mjs';
import { listen } from './listen.mjs';
import { SERVER_INFO, echo, others } from './tool-set.mjs';

const SCOPES = ['bench'];
const checksTokens = process.env.CALLER === 'token';
const keepsSessions = process.env.SESSIONS === 'on';

class Tools {
  echo(text) {
    return text;
  }
}
decorateMethod(
  Tools,
  'echo',
  [String],
  [Tool({ name: echo.name, description: echo.description, scopes: SCOPES })],
  [ToolParam('text', { description: 'Any text' })],
);
for (const { name, description, inputSchema } of others) {
  Tools.prototype[name] = () => 'ok';
  decorateMethod(
    Tools,
    name,
    [],
    [Tool({ name, description, input: inputSchema, scopes: SCOPES })],
  );
}
Injectable()(Tools);

const caller = { principal: 'user:1', scopes: SCOPES };
/** Stands for whatever guard a host has already. */
const knownCaller = {
  canActivate(host) {
    host.switchToHttp().getRequest().user = caller;
    return true;
  },
};
const validator = {
  provide: TokenValidator,
  useFactory: () =>
    StaticTokenValidator.of({ 'bench-token': { id: caller.principal, scopes: SCOPES } }),
};

const audited = { count: 0 };
const sink = {
  write() {
    audited.count++;
  },
};

class App {}
Module({
  imports: [
    EventEmitterModule.forRoot(),
    ToolRuntimeModule.forRoot({
      rateLimit: { limit: 1_000_000_000 },
      providers: [{ provide: AuditSinks, useValue: [sink] }],
    }),
    McpModule.forRoot({
      serverInfo: SERVER_INFO,
      ...(checksTokens ? { providers: [validator] } : { guards: [knownCaller] }),
      ...(keepsSessions
        ? {
            http: {
              sessions: { maxSessions: 1_000_000, maxPerPrincipal: 1_000_000, idleMs: 3_600_000 },
            },
          }
        : {}),
    }),
  ],
  providers: [Tools],
})(App);

await listen(await createApplication(App), () => ({ audited: audited.count }));
