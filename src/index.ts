export { createHttpApp, type HttpApp, type ListenAddress } from './embed/http-app.ts';
export { createMcpServer, type McpServer, type McpTransport } from './embed/mcp-server.ts';
export { createService, type Service, type ServiceOptions, type Settings } from './embed/service.ts';
export { ConfigError } from './model/config-error.ts';
export {
  definePlugin,
  type Plugin,
  type PluginScope,
  type PluginValues,
  type PluginWorld,
} from './plugins/define-plugin.ts';
export type { Filter } from './template/filters/filter.ts';
export type { Value } from './template/value.ts';
