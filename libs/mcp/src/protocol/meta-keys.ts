/** Members of `_meta` that the protocol reserves (2026-07-28, basic/_meta). */
export const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';
/** On what a subscription says: the id of its request. */
export const SUBSCRIPTION_ID_KEY = 'io.modelcontextprotocol/subscriptionId';
export const RELATED_TASK_KEY = 'io.modelcontextprotocol/related-task';

/**
 * Toolgate's own members of `_meta`. A caller sets `dev.toolgate/mode` to `plan` on `tools/call` to learn what the call would do
 * without doing it.
 */
export const MODE_KEY = 'dev.toolgate/mode';
/** On results: the id under which the call stands in the server's audit trail and log. */
export const REQUEST_ID_KEY = 'dev.toolgate/requestId';
/** On results of tools: what the tool and the pipeline say about the result, such as `code` and `retry_after_seconds`. */
export const RESULT_META_KEY = 'dev.toolgate/meta';
/** On tools in lists: the `version` of the declaration. */
export const TOOL_VERSION_KEY = 'dev.toolgate/version';
/** On tools in lists: the `tags` of the declaration. */
export const TOOL_TAGS_KEY = 'dev.toolgate/tags';
