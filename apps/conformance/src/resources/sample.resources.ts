import { Injectable } from '@nestjs/common';
import { Resource, ResourceParam, ResourceTemplate } from '@toolgate/mcp';
import { PNG } from '../tools/samples.js';

/** The resources the suite reads and subscribes to. */
@Injectable()
export class SampleResources {
  @Resource({
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text that never changes',
    mimeType: 'text/plain',
  })
  text() {
    return 'This is the content of the static text resource.';
  }

  @Resource({
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'A picture that never changes',
    mimeType: 'image/png',
  })
  binary() {
    return Buffer.from(PNG, 'base64');
  }

  @Resource({
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'A text that clients may subscribe to',
    mimeType: 'text/plain',
  })
  watched() {
    return 'This resource can be watched.';
  }

  @ResourceTemplate({
    uriTemplate: 'test://template/{id}/data',
    name: 'template-data',
    description: 'Data for any id',
    mimeType: 'application/json',
  })
  data(@ResourceParam('id') id: string) {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }
}
