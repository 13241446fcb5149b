import { Injectable } from '@nestjs/common';
import { Tool, ToolResult } from '@toolgate/tool-runtime';
import type { AudioContent, ImageContent } from '@toolgate/tool-runtime';
import { PNG, WAV } from './samples.js';

const IMAGE: ImageContent = { type: 'image', data: PNG, mimeType: 'image/png' };
const AUDIO: AudioContent = { type: 'audio', data: WAV, mimeType: 'audio/wav' };

/** One tool for each kind of content. */
@Injectable()
export class ContentTools {
  @Tool({ name: 'test_simple_text', description: 'Answers with one text' })
  text() {
    return 'This is a simple text response for testing.';
  }

  @Tool({ name: 'test_image_content', description: 'Answers with one image' })
  image() {
    return ToolResult.content([IMAGE]);
  }

  @Tool({ name: 'test_audio_content', description: 'Answers with one audio clip' })
  audio() {
    return ToolResult.content([AUDIO]);
  }

  @Tool({ name: 'test_embedded_resource', description: 'Answers with one resource in full' })
  resource() {
    return ToolResult.content([
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ]);
  }

  @Tool({
    name: 'test_multiple_content_types',
    description: 'Answers with a text, an image and a resource',
  })
  mixed() {
    return ToolResult.content([
      { type: 'text', text: 'Multiple content types test:' },
      IMAGE,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ]);
  }
}
