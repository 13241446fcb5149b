import { IsEnum, IsInt, IsOptional, IsString, Matches, MaxLength, Min } from 'class-validator';
import { ToolProperty } from '@toolgate/tool-runtime';

export enum RefundReason {
  Damaged = 'damaged',
  Late = 'late',
  Returned = 'returned',
  Goodwill = 'goodwill',
}

export class RefundOrderInput {
  @ToolProperty({ description: 'Order number, for example A-1001' })
  @Matches(/^A-\d{4}$/)
  order_id: string;

  @ToolProperty({ description: 'How much to pay back, in cents' })
  @IsInt()
  @Min(1)
  amount: number;

  @ToolProperty({ description: 'Why the customer gets money back' })
  @IsEnum(RefundReason)
  reason: RefundReason;

  @ToolProperty({ description: 'A note for the customer' })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  note?: string;

  @ToolProperty({ description: 'Account to pay to, if not the one that paid', sensitive: true })
  @IsOptional()
  @IsString()
  iban?: string;
}
