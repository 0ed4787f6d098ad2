import type { Answer } from '../../../service/answer.ts';
import type { Service } from '../../../service/service.ts';

/** What a request for a page says. */
export interface PageRequest {
  /** The route's arguments, decoded: `scope`, `id`, `category`, `kata`, `ac`, `file`. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
}

/** Makes a page, as an answer with an `html` text. */
export type MakePage = (request: PageRequest, service: Service) => Promise<Answer>;
