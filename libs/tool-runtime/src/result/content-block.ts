/** Who a content block is meant for and how much it matters (MCP content annotations). */
export interface ContentAnnotations {
  /** Who the block is for. @default everybody */
  readonly audience?: readonly ('user' | 'assistant')[];
  /** 0 (least) to 1 (most important). */
  readonly priority?: number;
  /** ISO 8601 time of the last change. */
  readonly lastModified?: string;
}

/** Text for the model to read. */
export interface TextContent {
  readonly type: 'text';
  readonly text: string;
  readonly annotations?: ContentAnnotations;
}

/** A picture. */
export interface ImageContent {
  readonly type: 'image';
  /** Standard base64. */
  readonly data: string;
  /** For example `image/png` or `audio/wav`. */
  readonly mimeType: string;
  readonly annotations?: ContentAnnotations;
}

/** A recording. */
export interface AudioContent {
  readonly type: 'audio';
  /** Standard base64. */
  readonly data: string;
  /** For example `image/png` or `audio/wav`. */
  readonly mimeType: string;
  readonly annotations?: ContentAnnotations;
}

/** A resource with its content, as text or as bytes. */
export interface EmbeddedResourceContent {
  readonly type: 'resource';
  readonly resource: {
    readonly uri: string;
    readonly mimeType?: string;
    readonly text?: string;
    /** Standard base64. */
    readonly blob?: string;
  };
  readonly annotations?: ContentAnnotations;
}

/** Where a resource is; whoever needs it fetches it. */
export interface ResourceLinkContent {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: ContentAnnotations;
}

/** One block of a media result, as the Model Context Protocol spells it (2025-11-25, server/tools). */
export type ContentBlock =
  TextContent | ImageContent | AudioContent | EmbeddedResourceContent | ResourceLinkContent;
