import type { UnobservableCodes } from '../protocols/testbed.ts'

const raised = (reason: string, test: string, codes: readonly string[]): UnobservableCodes =>
  Object.fromEntries(codes.map((code) => [code, { reason, test }]))

/** Codes of a gateway that no model of an agent is told of: why, and the test that raises them instead. */
export const UNOBSERVABLE_GATEWAY_CODES: UnobservableCodes = {
  ...raised('an agent asks for nothing else', 'tools/gateway/gateway.test.ts', [
    ...['OPERATOR_ONLY', 'ROUTE_UNKNOWN', 'METHOD_NOT_ALLOWED', 'BODY_TOO_LARGE', 'BODY_INVALID'],
    ...['SESSION_UNRESOLVED', 'SESSION_UNKNOWN'],
  ]),
  ...raised('an agent calls for its own session', 'test/gateway/gateway.test.ts', ['SESSION_FOREIGN']),
  ...raised('whoever prompts the agent is told', 'tools/gateway/gateway.test.ts', [
    ...['AGENT_NOT_RUNNING', 'AGENT_REFUSED', 'AGENT_TIMED_OUT'],
  ]),
  ...raised('an agent makes one call after another', 'tools/gateway/call-tool.test.ts', ['GATEWAY_BUSY']),
  ...raised('nobody is there to be told', 'tools/gateway/call-tool.test.ts', ['CALL_ABANDONED']),
  ...raised('a defect of the gateway', 'tools/gateway/gateway.test.ts', ['GATEWAY_FAILED']),
  ...raised('keeps the gateway from starting', 'tools/gateway/registry.test.ts', [
    ...['TOOL_NAME_INVALID', 'TOOL_NAME_TAKEN', 'TOOL_TEXT_INVALID', 'TOOL_SCHEMA_INVALID'],
    'REGISTRATION_OVER',
  ]),
  ...raised('keeps an agent that signs from starting', 'test/gateway/signing-session.test.ts', [
    ...['GATEWAY_NOT_AVAILABLE', 'GATEWAY_TOOL_MISSING'],
  ]),
  ...raised('keeps an agent from starting', 'tools/runtime/open-gateway.test.ts', ['GATEWAY_TOOL_TAKEN']),
  ...raised('its agents start without the extension', 'tools/gateway/bridge/tool-bridge.test.ts', [
    'BRIDGE_REJECTED',
  ]),
  ...raised('needs files, which a scenario has none of', 'test/gateway/media.test.ts', [
    ...['MEDIA_TOO_LARGE', 'MEDIA_TYPE_NOT_ALLOWED'],
  ]),
  ...raised('no agent has these commands', 'test/gateway/path-a.test.ts', ['PATH_A_NOT_IMPLEMENTED']),
  ...raised('needs something else than the gateway', 'test/gateway/bridge-client.test.ts', [
    ...['GATEWAY_NOT_CONFIGURED', 'GATEWAY_ANSWER_INVALID'],
  ]),
}
