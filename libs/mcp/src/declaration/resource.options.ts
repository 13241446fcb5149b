import type { ToolOptions } from '@toolgate/tool-runtime';
import type { CompletionSource } from './completion.options.js';
import type { CacheOptions, GovernanceOptions, ResourceAnnotations } from './governance.options.js';

/** What resources and resource templates have in common. */
interface CommonResourceOptions extends GovernanceOptions {
  /** Of what is returned. @default `text/plain` for a text, `application/json` for other JSON, `application/octet-stream` for bytes */
  readonly mimeType?: string;
  readonly annotations?: ResourceAnnotations;
  /** How long and for whom a modern client may keep the contents. */
  readonly cache?: CacheOptions;
}

/** Everything a resource can say about itself. The name is unique among resources and templates. */
export interface ResourceOptions extends CommonResourceOptions {
  /** What clients read it by; absolute, unique among the resources of the application. */
  readonly uri: string;
  /** Bytes of the raw content, when it is known beforehand. */
  readonly size?: number;
}

/** Everything a resource template can say about itself. The name is unique among resources and templates. */
export interface ResourceTemplateOptions
  extends CommonResourceOptions, Pick<ToolOptions, 'input' | 'clamps'> {
  /**
   * RFC 6570, levels 1 to 3: `orders://{id}`, `files:///{+path}`, `search://{index}{?q,page}`. Its variables are the arguments of the method: text
   * unless the method or `input` says otherwise. Nothing that would lead out of a folder ever gets into one.
   */
  readonly uriTemplate: string;
  /** Suggestions for variables, by name. */
  readonly complete?: Readonly<Record<string, CompletionSource>>;
}
