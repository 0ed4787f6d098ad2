export type { Config } from './config/config.ts';
export { createMcpServer } from './faces/mcp/server.ts';
export { Fault, type FaultCode } from './model/fault.ts';
export {
  definePlugin,
  type Plugin,
  type PluginScope,
  type PluginValues,
  type PluginWorld,
} from './plugins/define-plugin.ts';
export { createService, type Service } from './service/service.ts';
export type { Filter } from './template/filter.ts';
export type { Value } from './template/value.ts';
