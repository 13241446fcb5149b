import type { Type } from '@nestjs/common';
import { AskingTools } from './asking.tools.js';
import { ChangingTools } from './changing.tools.js';
import { ContentTools } from './content.tools.js';
import { ErrorTools } from './error.tools.js';
import { ReportingTools } from './reporting.tools.js';
import { SchemaTools } from './schema.tools.js';

/** The providers of all tools the suite calls. */
export const CONFORMANCE_TOOLS: readonly Type[] = [
  AskingTools,
  ChangingTools,
  ContentTools,
  ErrorTools,
  ReportingTools,
  SchemaTools,
];
