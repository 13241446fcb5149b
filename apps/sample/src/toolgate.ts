import { runToolCli } from '@toolgate/cli';
import { AppModule } from './app.module.js';

await runToolCli(AppModule, { name: 'npm run tools --' });
