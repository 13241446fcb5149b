import { Injectable } from '@nestjs/common';
import { Tool } from '@toolgate/tool-runtime';

/** Tools whose input schema is what matters. */
@Injectable()
export class SchemaTools {
  @Tool({
    name: 'test_x_mcp_header',
    description: 'Takes an argument that clients repeat in an HTTP header',
    input: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
      additionalProperties: false,
    },
  })
  header({ region }: { readonly region: string }) {
    return `Region: ${region}`;
  }

  @Tool({
    name: 'json_schema_2020_12_tool',
    description: 'Has an input schema with many words of JSON Schema 2020-12',
    inputReferences: 'keep',
    input: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  })
  contact({ name }: { readonly name?: string }) {
    return `Contact: ${name ?? 'nobody'}`;
  }
}
