export interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export const ARTICLES: readonly Article[] = [
  {
    id: 'KB-1',
    title: 'Refund policy',
    text: 'Customers can return goods within 30 days. Refunds reach the account within five working days.',
  },
  {
    id: 'KB-2',
    title: 'Changing a delivery address',
    text: 'The address can be changed until the parcel has left the warehouse.',
  },
  {
    id: 'KB-3',
    title: 'Display does not wake up',
    text: 'Unplug the USB-C cable for ten seconds, then connect the display before the power supply.',
  },
  {
    id: 'KB-4',
    title: 'Damaged on arrival',
    text: 'Ask for a photo. Offer a replacement first, a refund second.',
  },
];
