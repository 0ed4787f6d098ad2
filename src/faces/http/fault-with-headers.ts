import { Fault, type FaultCode } from '../../model/fault.ts';

/** A fault that response headers belong to, `Allow` for instance. */
export class HttpFault extends Fault {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: FaultCode, message: string, headers: Readonly<Record<string, string>>) {
    super(code, message);
    this.headers = headers;
  }
}
