export type { Config } from './config/config.ts';
export { createMcpServer } from './faces/mcp/server.ts';
export { Fault, type FaultCode } from './model/fault.ts';
export { createService, type Service } from './service/service.ts';
