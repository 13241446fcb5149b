import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsEmail } from 'class-validator';
import { Tool, ToolInput, ToolRegistry, ToolRuntimeModule } from '@toolgate/tool-runtime';

class Mail {
  @IsEmail()
  to: string;
}

@Injectable()
class MailTools {
  @Tool({ name: 'send_mail', description: 'Send a mail', mutating: true })
  send(@ToolInput() mail: Mail) {
    return { to: mail.to, instance: mail instanceof Mail };
  }
}

@Module({ imports: [ToolRuntimeModule.forRoot()], providers: [MailTools] })
class MailModule {}

async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(MailModule, { logger: false });
  const registry = app.get(ToolRegistry);
  const report = {
    tools: registry.getDefinitions().map(({ name }) => name),
    sent: (await registry.call('send_mail', { to: 'bo@example.com' })).data,
    refused: (await registry.call('send_mail', { to: 'nobody' })).code,
  };
  await app.close();
  process.stdout.write(JSON.stringify(report));
}

main().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exitCode = 1;
});
