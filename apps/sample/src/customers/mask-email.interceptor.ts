import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Customer } from './customers.service.js';

/** A model needs to recognise a customer, not to write to them. */
@Injectable()
export class MaskEmailInterceptor implements NestInterceptor<Customer, Customer> {
  intercept(_execution: ExecutionContext, next: CallHandler<Customer>): Observable<Customer> {
    return next
      .handle()
      .pipe(
        map((customer) => ({ ...customer, email: customer.email.replace(/^(.).*@/, '$1***@') })),
      );
  }
}
