import 'dart:io';

import 'package:shelf/shelf.dart';
import 'package:shelf/shelf_io.dart' as io;
import 'package:shelf_router/shelf_router.dart';

Future<void> main() async {
  final city = Platform.environment['CITY'] ?? 'Bergen';
  final router = Router()
    ..get('/', (Request _) => Response.ok('It rains in $city.\n'))
    ..get('/healthz', (Request _) => Response.ok('ok'));
  final port = int.parse(Platform.environment['PORT'] ?? '8080');
  final server = await io.serve(router.call, InternetAddress.anyIPv4, port);
  print('listening on ${server.port}');
}
