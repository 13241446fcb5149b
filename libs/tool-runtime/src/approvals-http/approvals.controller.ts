import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  HttpException,
  Inject,
  Logger,
  Param,
  Post,
  Query,
  Req,
  UseGuards,
} from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Redactor } from '../audit/redactor.js';
import type { Awaitable } from '../common/awaitable.js';
import { isRecord } from '../common/json.js';
import { ToolContext } from '../context/tool-context.js';
import { ToolResultCode } from '../result/tool-result.codes.js';
import type { ApprovalView } from '../verification/approval-view.js';
import { Approvals } from '../verification/approvals.js';
import type { ApprovalPage } from '../verification/approvals.js';
import {
  VerificationRefusedError,
  VerificationUnavailableError,
} from '../verification/verification.error.js';
import type { ApprovalsHttpOptions, Reviewer } from './approvals-http.options.js';
import * as messages from './approvals-http.messages.js';
import { readReviewer, reviewerOnRequest } from './request-reviewer.js';

const STATUS: ReadonlyMap<string, number> = new Map([
  [ToolResultCode.NOT_FOUND, 404],
  [ToolResultCode.CONFLICT, 409],
  [ToolResultCode.FORBIDDEN, 403],
  [ToolResultCode.UNAUTHORIZED, 401],
  [ToolResultCode.RATE_LIMITED, 429],
]);
const LONGEST_REASON = 1_000;
const MOST = 100;
const LONGEST_CURSOR = 200;

/** Routes of its own for every module, so that each has its path and guards. */
export function approvalsController(
  path: string,
  { guards = [], reviewerFrom = reviewerOnRequest }: ApprovalsHttpOptions,
): Type {
  /** Where people decide: `GET /`, `GET /:id`, `POST /:id/grant` and `POST /:id/reject`, as JSON. */
  @Controller(path)
  @UseGuards(...guards)
  class ApprovalsController {
    private readonly logger = new Logger('Approvals');

    constructor(
      @Inject(Approvals) private readonly approvals: Approvals,
      @Inject(Redactor) private readonly redactor: Redactor,
    ) {}

    @Get()
    @Header('Cache-Control', 'no-store')
    list(
      @Req() request: unknown,
      @Query('limit') limit: unknown,
      @Query('after') after: unknown,
    ): Promise<ApprovalPage> {
      const query = { ...readLimit(limit), ...readCursor(after) };
      return this.answer(request, (reviewer) => this.approvals.list(reviewer, query));
    }

    @Get(':id')
    @Header('Cache-Control', 'no-store')
    show(@Req() request: unknown, @Param('id') id: string): Promise<ApprovalView> {
      return this.answer(request, (reviewer) => this.approvals.show(id, reviewer));
    }

    @Post(':id/grant')
    @HttpCode(200)
    @Header('Cache-Control', 'no-store')
    grant(
      @Req() request: unknown,
      @Param('id') id: string,
      @Body() body: unknown,
    ): Promise<ApprovalView> {
      const reason = readReason(body);
      return this.answer(request, (reviewer) => this.approvals.grant(id, reviewer, reason));
    }

    @Post(':id/reject')
    @HttpCode(200)
    @Header('Cache-Control', 'no-store')
    reject(
      @Req() request: unknown,
      @Param('id') id: string,
      @Body() body: unknown,
    ): Promise<ApprovalView> {
      const reason = readReason(body);
      return this.answer(request, (reviewer) => this.approvals.reject(id, reviewer, reason));
    }

    private async answer<T>(
      request: unknown,
      decide: (reviewer: ToolContext) => Awaitable<T>,
    ): Promise<T> {
      const reviewer: Reviewer | null = readReviewer(reviewerFrom(request));
      if (!reviewer) throw problem(401, messages.nobody());
      try {
        return await decide(ToolContext.web({ ...reviewer, ip: addressOf(request) }));
      } catch (error) {
        if (error instanceof VerificationRefusedError)
          throw problem(STATUS.get(error.code) ?? 400, error.message, error.reasonCode);
        if (!(error instanceof VerificationUnavailableError)) throw error;
        this.logger.error(messages.cannotDecide(this.redactor.describeError(error.cause)));
        throw problem(503, error.message, error.reasonCode);
      }
    }
  }
  return ApprovalsController;
}

function problem(status: number, message: string, reasonCode?: string): HttpException {
  return new HttpException(
    { statusCode: status, message, ...(reasonCode !== undefined && { reason_code: reasonCode }) },
    status,
  );
}

function readReason(body: unknown): string | null {
  if (body === undefined || body === null || body === '') return null;
  if (!isRecord(body) || Object.keys(body).some((key) => key !== 'reason'))
    throw problem(400, messages.badReason(LONGEST_REASON));
  const { reason = null } = body;
  if (reason !== null && (typeof reason !== 'string' || reason.length > LONGEST_REASON))
    throw problem(400, messages.badReason(LONGEST_REASON));
  return reason;
}

function readLimit(limit: unknown): { limit?: number } {
  if (limit === undefined) return {};
  const number = typeof limit === 'string' && /^[1-9]\d{0,2}$/.test(limit) ? Number(limit) : 0;
  if (number < 1 || number > MOST) throw problem(400, messages.badLimit(MOST));
  return { limit: number };
}

function readCursor(after: unknown): { after?: string } {
  if (after === undefined) return {};
  if (typeof after !== 'string' || after === '' || after.length > LONGEST_CURSOR)
    throw problem(400, messages.badCursor());
  return { after };
}

function addressOf(request: unknown): string | null {
  const ip = isRecord(request) ? request['ip'] : undefined;
  return typeof ip === 'string' ? ip : null;
}
