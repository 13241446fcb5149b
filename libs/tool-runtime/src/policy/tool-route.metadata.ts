/** Metadata key under which `@UseToolPolicy` keeps the name of the tool whose policy and budget a route has. On a method or a class. */
export const TOOL_ROUTE_METADATA = 'toolgate:tool_route';
