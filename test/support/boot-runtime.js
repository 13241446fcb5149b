import { NestFactory } from '@nestjs/core';
import { EventEmitter2, EventEmitterModule } from '@nestjs/event-emitter';
import { AuditSinks, MemoryAuditSink, ToolRegistry, ToolRuntimeModule, } from '@toolgate/tool-runtime';
class TestHost {
}
/** Boots a real Nest application context around the runtime. Close `app` when done. */
export async function bootRuntime(setup = {}) {
    const { providers = [], imports = [], options = {}, collaborators = [], events = true } = setup;
    const sink = new MemoryAuditSink(1_000_000);
    const module = {
        module: TestHost,
        imports: [
            ...(events ? [EventEmitterModule.forRoot()] : []),
            ToolRuntimeModule.forRoot({
                ...options,
                discovery: { requireTools: false, ...options.discovery },
                providers: [{ provide: AuditSinks, useValue: [sink] }, ...collaborators],
            }),
            ...imports,
        ],
        providers,
    };
    const app = await NestFactory.createApplicationContext(module, {
        logger: setup.logger ?? false,
        abortOnError: false,
    });
    return {
        app,
        registry: app.get(ToolRegistry),
        emitter: events ? app.get(EventEmitter2, { strict: false }) : new EventEmitter2(),
        records: () => sink.records,
    };
}
//# sourceMappingURL=boot-runtime.js.map