import { Injectable } from '@nestjs/common';
import { Tool, ToolError } from '@toolgate/tool-runtime';

/** Tools that fail on purpose. */
@Injectable()
export class ErrorTools {
  @Tool({ name: 'test_error_handling', description: 'Always fails' })
  fail(): never {
    throw new ToolError('This tool intentionally returns an error for testing');
  }
}
